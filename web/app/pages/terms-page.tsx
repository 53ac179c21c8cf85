import shared from '#web/ui/shared.module.css'
import { TextPage } from './message-page.tsx'

const TermsPage = () => (
  <TextPage title="Términos">
    <p>
      Góndola es una herramienta interna. El acceso es personal: cada cuenta la usa una sola persona y no se
      comparte.
    </p>
    <h2>Datos</h2>
    <p>
      Los datos son de la empresa que instaló Góndola y quedan en sus servidores. Los datos personales de
      clientes se muestran solo a los roles que los necesitan, y los archivos exportados quedan al cuidado de
      quien los descarga.
    </p>
    <h2>En este navegador</h2>
    <p>
      Se guardan la sesión y las preferencias de la pantalla (tema, menú, columnas). No hay seguimiento ni
      servicios de terceros.
    </p>
    <h2>Programa</h2>
    <p>
      Góndola es software libre con licencia MIT y se ofrece sin garantía. Lleva trabajo de otras personas,
      con sus propias{' '}
      <a className={shared.textLink} href="/third-party-licences.txt">
        licencias
      </a>
      .
    </p>
  </TextPage>
)

export default TermsPage
