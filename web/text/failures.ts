// The texts of API failures for users, by code. Loaded with the first failure; texts by status are in errors.ts.
import type { FieldErrorCode, SpecificErrorCode } from '#contract/errors.ts'
import * as limits from '#contract/limits.ts'
import { MEANWHILE_FAILURE, STATUS_TEXTS } from './errors.ts'

/** Show the server's message, which is written for users. */
export const SERVER_MESSAGE = Symbol('server message')

const CODE_WRONG = 'Ese código no es, o ya se usó. Escribí el que la aplicación muestra ahora.'
const NOT_LINKABLE = 'Esta cuenta no se puede unir: su correo no está confirmado, o es la de emergencia.'

export const ERROR_TEXTS: Readonly<Record<SpecificErrorCode, string | typeof SERVER_MESSAGE>> = {
  'too-much-work': STATUS_TEXTS[504],
  'sum-too-large': SERVER_MESSAGE,
  'read-only': SERVER_MESSAGE,
  'disk-full': STATUS_TEXTS[507],
  'no-room-for-file': SERVER_MESSAGE,

  'wrong-credentials': '¡Usuario o clave incorrectos!',
  'wrong-code': CODE_WRONG,
  'passkey-unknown': 'Góndola no conoce esa llave de acceso.',
  'account-waiting': 'Tu cuenta espera que una persona administradora le dé un rol.',
  'email-unconfirmed':
    'Falta confirmar tu correo: elegí la contraseña con el enlace que te llegó, o pedí otro en «¿Olvidaste tu contraseña?».',
  'local-sign-in-closed': 'El ingreso con contraseña está cerrado: entrá con la cuenta de tu empresa.',
  'password-must-change': 'Primero elegí una contraseña nueva.',
  'password-not-recent': 'Escribí tu contraseña para confirmar que sos vos.',
  'second-factor-missing': 'Tu rol exige un segundo factor: primero agregalo en «Mi cuenta».',
  'second-factor-required': 'Tu rol exige un segundo factor, y es el último que tenés.',
  'no-second-factor': 'La cuenta no tiene un segundo factor.',
  'passkey-not-found': 'Esa llave de acceso ya no existe.',
  'passkeys-unavailable': 'Las llaves de acceso necesitan que Góndola tenga una dirección https.',
  'session-not-found': 'Esa sesión ya se cerró.',

  'provider-missing': 'No hay un proveedor de ingreso configurado.',
  'provider-down': 'El proveedor de ingreso no contesta. Probá de nuevo en unos minutos.',
  'provider-sign-in-expired': 'El ingreso tardó demasiado o empezó en otro navegador. Probá de nuevo.',
  'provider-answer-wrong': 'La respuesta del proveedor de ingreso no es válida.',
  'provider-clock-skew':
    'El reloj del servidor de Góndola y el del proveedor no coinciden: avisá a quien administra Góndola.',
  'provider-refused': 'El proveedor no permitió el ingreso.',
  'provider-no-role': 'Tu cuenta de empresa no tiene acceso a Góndola: pedilo a quien la administra.',
  'provider-no-distributors': 'Tu cuenta de empresa no tiene distribuidores asignados.',
  'provider-groups-missing':
    'El proveedor no informó los grupos de tu cuenta. Tu acceso no cambió: avisá a quien administra Góndola.',
  'provider-groups-too-many':
    'Tu cuenta está en más grupos de los que el proveedor informa. Tu acceso no cambió: avisá a quien administra Góndola.',
  'provider-distributors-missing':
    'El proveedor no informó los distribuidores de tu cuenta. Tu acceso no cambió: avisá a quien administra Góndola.',
  'provider-email-unconfirmed':
    'El proveedor no confirma tu correo electrónico. Si ya tenés contraseña en Góndola, entrá con ella y uní las cuentas en «Mi cuenta»; si no, pedíselo a quien administra Góndola.',
  'provider-email-taken':
    'Otra cuenta de Góndola usa tu correo electrónico sin haberlo confirmado: avisá a quien la administra.',
  'provider-person-taken': 'Esa persona del proveedor ya está unida a otra cuenta de Góndola.',
  'provider-account-deleted': 'Tu cuenta de Góndola fue eliminada.',
  'provider-not-linkable': NOT_LINKABLE,
  'provider-session-ended': 'La sesión desde la que empezaste se cerró. Entrá y probá de nuevo.',
  'account-not-linkable': NOT_LINKABLE,
  'link-request-not-found': 'Ese pedido ya se resolvió.',
  'nobody-could-sign-in':
    'No se guardó: ningún superAdmin podría entrar. Primero creá una cuenta superAdmin con contraseña.',

  'user-not-found': 'Ese usuario ya no existe.',
  'email-exists': 'El email ya existe',
  'own-account': 'No podés eliminar tu propia cuenta ni cambiar su rol.',
  'last-super-admin': 'Es la última cuenta superAdmin: no se puede eliminar ni cambiar su rol.',
  'role-not-found': 'Ese rol ya no existe.',
  'role-exists': 'Ya hay un rol con ese nombre.',
  'role-built-in': 'Un rol de fábrica no se puede cambiar.',
  'role-undeletable': 'Un rol de fábrica no se puede eliminar.',
  'role-in-use': 'Tiene usuarios: primero hay que darles otro rol.',
  'role-mapped': 'El proveedor de identidad lo da a un grupo: primero hay que quitarlo de Ingreso.',
  'invalid-id': 'Ese rol no es válido.',

  'viewing-reads-only':
    'Estás viendo Góndola como otra persona: solo se puede mirar. Con «Volver» seguís como vos.',
  'viewing-ended': 'La cuenta o el rol que estabas viendo cambió.',

  'not-for-api-tokens': 'Eso solo lo puede pedir una persona que ingresó.',
  'api-token-needed': 'Hace falta un token de API.',
  'too-many-api-tokens': `Tu cuenta ya tiene ${limits.MAX_API_TOKENS} tokens: revocá alguno que no se use.`,
  'token-not-found': 'Ya estaba revocado.',
  'too-many-data-links': `Tu cuenta ya tiene ${limits.MAX_DATA_LINKS} enlaces: revocá alguno que no se use.`,
  'data-link-not-found': 'Ya estaba revocado.',
  'data-link-gone': 'Ese enlace no existe o se revocó.',
  'data-link-finds-nothing': 'Ya nada tiene los valores de su filtro.',
  'access-not-found': 'Ya estaba revocado.',

  'too-many-views': 'Hay demasiadas vistas: eliminá alguna primero.',
  'view-not-found': 'La vista ya no existe.',
  'too-many-boards': 'Hay demasiados tableros: eliminá alguno primero.',
  'board-not-found': 'El tablero ya no existe.',
  'note-not-found': 'La nota ya no existe.',
  'opportunity-not-found': 'Esa oportunidad ya no está en la lista.',
  'too-many-alerts': `Tu cuenta ya tiene ${limits.MAX_ALERTS} alertas: eliminá alguna que no uses.`,
  'alert-not-found': 'La alerta ya no existe.',
  'too-many-deliveries': `Ya hay ${limits.MAX_DELIVERIES} envíos: borrá alguno.`,
  'delivery-not-found': 'El envío ya no existe.',
  'sheet-schedule-not-found': 'El envío mensual ya no existe.',
  'mail-allowance-not-found': 'Ya no estaba permitida.',
  'no-mail': 'Esta instalación no manda correos.',
  'too-many-webhooks': `Ya hay ${limits.MAX_WEBHOOKS} webhooks: borrá alguno.`,
  'webhook-not-found': 'El webhook ya no existe.',
  'nothing-to-undo': 'No hay ningún cambio para deshacer.',
  'goals-undo-conflict': STATUS_TEXTS[409],
  'order-not-found': 'Esa orden ya no existe.',

  'board-changed': 'El tablero cambió en otra ventana: se muestra como está ahora.',
  'user-changed': MEANWHILE_FAILURE,
  'role-changed': MEANWHILE_FAILURE,
  'view-changed': MEANWHILE_FAILURE,
  'note-changed': MEANWHILE_FAILURE,
  'alert-changed': MEANWHILE_FAILURE,
  'delivery-changed': MEANWHILE_FAILURE,
  'mapping-changed': MEANWHILE_FAILURE,
  'provider-changed': MEANWHILE_FAILURE,
  'opportunity-changed':
    'Otra persona decidió sobre esta oportunidad mientras tanto: se muestra como está ahora.',
  'goals-changed': 'Otra persona cambió estas metas mientras tanto. Guardar de nuevo reemplaza las suyas.',

  'no-store': 'No hay una tienda conectada.',
  'store-down': 'La tienda no contesta: probá la conexión.',
  'store-from-environment': 'La tienda la fija el entorno del servidor.',
  'import-without-super-admin':
    'Antes creá tu propia cuenta superAdmin: las de demostración dejan de entrar cuando llega la tienda.',
  'mapping-from-file':
    'El archivo mapping.json de la carpeta de datos gana sobre lo guardado: se cambia allí.',
  'examples-changed': 'Los ejemplos cambiaron mientras tanto: leé de nuevo la tienda.',
  'store-webhooks-refused': SERVER_MESSAGE,

  'import-not-found': 'Esa importación ya no existe.',
  'import-recipe-not-found': 'Esa receta ya no existe.',
  'import-needs-answers': 'Falta responder lo que está marcado.',
  'import-already-started': 'Esa importación ya empezó o ya terminó.',
  'import-cancelling': 'Esa importación se está cancelando.',
  'import-outdated': 'Los datos cambiaron desde la vista previa: mirá la nueva antes de importar.',
  'import-stopped': SERVER_MESSAGE,
  'import-not-undoable': SERVER_MESSAGE,
  'file-damaged': SERVER_MESSAGE,
  'file-too-large': SERVER_MESSAGE,
  'file-without-table': SERVER_MESSAGE,
  'files-without-orders': SERVER_MESSAGE,

  'cron-not-found': 'Ese cron no existe.',
  'cron-running': 'Ya está en curso.',
  'accepted-orders-too-large': 'Con esas órdenes las sumas pasarían de lo que se puede calcular.',
}

export const FIELD_ERROR_TEXTS: Readonly<Record<FieldErrorCode, string>> = {
  'password-common':
    'Esa contraseña es muy fácil de adivinar. Elegí otra, como una frase de varias palabras.',
  'password-wrong': 'La contraseña actual no es esa.',
  'password-same': 'Elegí una distinta de la actual.',
  'password-needed': 'Nadie confirmó ese correo: hace falta una contraseña nueva.',
  'code-wrong': CODE_WRONG,
  'pattern-dollar': 'no puede tener el signo $',
  'pattern-invalid': 'no es una expresión regular',
  'pattern-too-large': 'es una expresión regular demasiado grande',
  'pattern-too-long': `tiene que tener a lo sumo ${limits.MAX_PATTERN_LENGTH} caracteres`,
  'pattern-looks-around':
    'no puede mirar alrededor (?=…), (?<…) ni repetir lo que encontró (\\1), que tardarían sin límite',
  'pattern-missing': 'necesita un patrón o un campo',
  'product-unknown': 'no hay un producto con ese SKU, código o nombre',
  'product-ambiguous': 'hay varios productos que se llaman así: poné su SKU',
  'row-repeated': 'el producto está dos veces con el mismo día',
  'mapping-unknown': 'no existe en el mapeo',
  'address-missing': 'Un distribuidor no tiene un e-mail válido.',
  'address-not-allowed':
    'El e-mail de un distribuidor no está permitido en Configuración → Usuarios → Correos.',
  'address-unsubscribed': 'Un distribuidor pidió no recibir más fichas.',
}
