// Page for unknown addresses.
import { MessagePage } from './message-page.tsx'

export const NotFoundPage = () => (
  <MessagePage eyebrow="404" title="Page not found">
    <p>La dirección no existe o cambió de lugar.</p>
  </MessagePage>
)
