import { MessagePage } from './message-page.tsx'

const ServerErrorPage = () => (
  <MessagePage eyebrow="500" title="Internal server error">
    <p>El servidor tuvo un problema. Probá de nuevo en unos minutos.</p>
  </MessagePage>
)

export default ServerErrorPage
