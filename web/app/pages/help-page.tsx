import { WOOCOMMERCE_DATES } from '#web/text/woocommerce-dates.ts'
import { RouteLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import { TextPage } from './message-page.tsx'

const HelpPage = () => (
  <TextPage title="Ayuda">
    <p>
      Góndola muestra las ventas de un mes. El mes se elige arriba a la derecha, y se mantiene al pasar de una
      pantalla a otra. La dirección de cada pantalla incluye el mes: se puede compartir y guardar.
    </p>
    <h2>Qué significan los números</h2>
    <p>
      <strong>Bruto</strong> es la suma de los productos antes de descuentos. <strong>Descuento</strong> son
      los cupones y promociones. <strong>Neto</strong> es bruto menos descuento y menos reembolsos. El envío
      no forma parte de ninguna cifra de ventas.
    </p>
    <p>
      <strong>Venta Neta</strong>, <strong>Ordenes Completas</strong>, <strong>Unidades Vendidas</strong> y{' '}
      <strong>Ticket Promedio</strong> cuentan las órdenes completadas del mes.
    </p>
    <p>
      Cada variación compara con el mes anterior o con el mismo mes del año pasado: se elige junto al mes, y
      se mantiene al pasar de una pantalla a otra. La flecha dice si algo subió o bajó; el color, si es una
      buena noticia: más órdenes canceladas no lo es. Un mes en curso se compara con los mismos días del otro
      mes; el aviso de la pantalla permite compararlo con el mes completo.
    </p>
    <p>
      Los <strong>Beneficios</strong> cuentan además las órdenes que están en preparación: procesando, en
      armado y listas para entregar. Por eso sus descuentos no son los de la Venta Neta. Las tarjetas de
      Corporativos suman todo lo que compraron los empleados, también con otros cupones.
    </p>
    <p>
      <strong>Sin distribuidor</strong> reúne las órdenes que no tienen uno; aparece solo cuando las hay.
    </p>
    <p>
      Las ventas netas de WooCommerce se definen de otra manera:{' '}
      <RouteLink className={shared.textLink} to="/reconciliation/woocommerce">
        ¿Por qué no coincide con WooCommerce?
      </RouteLink>{' '}
      lleva de una cifra a la otra, mes por mes. Las mismas palabras pueden decir otras fechas allí:
    </p>
    <ul>
      {WOOCOMMERCE_DATES.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <h2>Teclado</h2>
    <p>
      <kbd>Ctrl</kbd> <kbd>K</kbd> (o <kbd>⌘</kbd> <kbd>K</kbd>) busca pantallas, meses, órdenes, clientes,
      distribuidores, productos y cupones. <kbd>?</kbd> muestra todos los atajos.
    </p>
    <h2>Exportar</h2>
    <p>
      Cada tabla con filtros tiene <strong>Exportar CSV</strong>: el archivo trae todas las filas que pasan
      los filtros, no solo la página visible, y se abre directamente en Excel en español. La flecha de al lado
      lo da como archivo de Excel (.xlsx).
    </p>
    <p>Cada gráfico se puede ver como tabla o descargar como imagen, con los botones de su esquina.</p>
    <h2>Tu cuenta</h2>
    <p>
      En tus iniciales, arriba a la derecha, está <strong>Mi cuenta</strong>: ahí se cambia la contraseña, y
      se ven y se cierran las sesiones abiertas.
    </p>
    <h2>Más ayuda</h2>
    <p>Las cuentas y los permisos los administra quien tiene el rol superAdmin de tu empresa.</p>
  </TextPage>
)

export default HelpPage
