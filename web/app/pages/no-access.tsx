// The address is right, the role is not.
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

export const NoAccess = () => <PanelMessage title={text.noAccessTitle} body={text.noAccess} />
