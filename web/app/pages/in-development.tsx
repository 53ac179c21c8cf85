// Stands for a screen that the user's role may not open.
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

export const NoAccess = () => (
  <PanelMessage eyebrow={text.inDevelopment} title={text.noAccessTitle} body={text.noAccess} />
)
