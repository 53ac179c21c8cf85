// The placeholder of a screen that is not built, or that the user's role may not open.
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

export const NotBuilt = () => <PanelMessage title={text.inDevelopment} body={text.notBuilt} />

export const NoAccess = () => (
  <PanelMessage eyebrow={text.inDevelopment} title={text.noAccessTitle} body={text.noAccess} />
)
