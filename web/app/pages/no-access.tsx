// Shown in place of a screen that the user's role may not open.
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

export const NoAccess = () => <PanelMessage title={text.noAccessTitle} body={text.noAccess} />
