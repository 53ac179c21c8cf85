import { Link } from '@tanstack/react-router'
import { useSession } from '#web/api/session.ts'
import { common } from '#web/text/common.ts'
import { linkLook } from '#web/ui/button.tsx'
import { text } from '../text.ts'
import { MessagePage } from './message-page.tsx'
import { PanelMessage } from './panel-message.tsx'

export const NotFoundPage = () => (
  <MessagePage eyebrow="404" title="Page not found">
    <p>{text.notFound}</p>
  </MessagePage>
)

/** Inside the frame with a session, which keeps the menu; otherwise on a separate page. */
export const UnknownPage = () =>
  useSession().state === 'signed-in' ? (
    <PanelMessage
      title={text.notFoundTitle}
      body={text.notFound}
      action={
        <Link to="/" {...linkLook({ frame: 'bordered' })}>
          {common.backHome}
        </Link>
      }
    />
  ) : (
    <NotFoundPage />
  )
