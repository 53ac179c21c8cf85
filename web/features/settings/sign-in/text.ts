import type { ProviderProblem } from '#contract/provider.ts'

export const signInText = {
  title: 'Ingreso con un proveedor',
  note: 'Las personas entran con la cuenta de su empresa (OpenID Connect): Microsoft Entra, Google Workspace, Okta, Keycloak y otros.',
  enabled: 'Permitir el ingreso con el proveedor',
  redirect: 'Dirección de retorno, para registrar en el proveedor (también para el cierre de sesión):',
  name: 'Nombre en el botón',
  nameHint: 'Como «Microsoft»: el botón dice «Entrar con Microsoft».',
  issuer: 'Dirección del proveedor (issuer)',
  issuerHint: 'Empieza con https:// y es la que publica el proveedor.',
  clientId: 'Identificador del cliente (client ID)',
  secret: 'Secreto del cliente (client secret)',
  secretKept:
    'Hay uno guardado y cifrado. Vacío: queda el mismo, salvo que cambien el proveedor o el cliente.',
  secretNone: 'Se guarda cifrado y no se vuelve a mostrar.',
  scopes: 'Permisos que se piden (scopes)',
  scopesHint:
    'Con offline_access, y si el proveedor lo permite, se le pregunta cada 15 minutos si la persona sigue; sin él, recién en su próximo ingreso.',
  clientAuth: 'Cómo se envía el secreto',
  clientAuths: {
    auto: 'Como diga el proveedor',
    basic: 'En la cabecera (basic)',
    post: 'En el cuerpo (post)',
  },
  noChecks:
    'Nadie recibió un permiso para preguntar entre ingresos: quien deje la empresa conserva su sesión hasta 8 horas, y sus tokens y enlaces hasta 30 días. Revisá que el proveedor permita «refresh tokens» a este cliente.',
  emailClaim: 'Dato con el correo (claim)',
  emailClaimHint: 'Suele ser email; en Entra puede ser preferred_username o upn.',
  identifiedBy: 'Qué distingue a cada persona',
  identifiedByHint: 'En Entra sub cambia si la aplicación se registra de nuevo; oid no.',
  identifiers: {
    auto: 'Lo que corresponda: oid en Entra, sub en los demás',
    sub: 'sub',
    oid: 'oid, con tid',
  },
  trust: 'Dar por confirmados los correos de los que el proveedor no dice nada',
  trustRisk:
    'Riesgo: quien pueda escribir un correo ajeno en el proveedor entra con la cuenta de esa persona en Góndola. Activalo solo si allí nadie más que la empresa pone los correos. Sin esto, cada persona une su cuenta en «Mi cuenta», o un superAdmin en «Usuarios».',
  roleClaim: 'Dato con los grupos de cada persona (claim)',
  mapping: 'Roles',
  mappingNote:
    'El primer grupo de la lista que la persona tiene decide su rol. Quien no tiene ninguno no entra, y si tenía acceso lo pierde.',
  value: 'Grupo',
  role: 'Rol',
  valueOf: (place: number) => `Grupo ${place}`,
  roleOf: (place: number) => `Rol del grupo ${place}`,
  addRole: 'Agregar grupo',
  removeRole: (place: number) => `Quitar el grupo ${place}`,
  distributors: 'Dato con los distribuidores de cada persona (claim)',
  distributorsHint:
    'Vacío: los del rol. Si no, los códigos de ese dato, dentro de los del rol; «*» son todos. No limita a los roles con Configuración.',
  local: 'Permitir también contraseñas y llaves de acceso',
  emergency: 'Cuenta de emergencia',
  emergencyHint:
    'Con el ingreso local cerrado, la única que entra con su contraseña si el proveedor falla. Tiene que ser superAdmin.',
  save: 'Guardar',
  saved: 'Los cambios se guardaron con exito',
  test: 'Probar lo guardado',
  right: 'El proveedor contesta, y conoce el cliente y la dirección de retorno. Probá ahora un ingreso.',
  uncertain:
    'El proveedor contesta y no rechaza el cliente, pero no muestra si conoce la dirección de retorno: lo dice un ingreso de prueba.',
  trial: 'Probar un ingreso',
  trialNote:
    'Entrás en el proveedor con tu cuenta de la empresa y ves qué datos llegan y qué rol dan. No cambia nada.',
  required: 'Falta completar',
  wrongIssuer: 'Tiene que ser una dirección https sin usuario, contraseña ni parámetros.',
  sharedIssuer:
    'Esa dirección sirve a todas las empresas. La de la tuya lleva su «Directory (tenant) ID» en lugar de common: figura en Entra, en la aplicación, bajo «Endpoints».',
  wrongRole: 'Ese rol ya no existe.',
  wrongEmergency: 'Tiene que ser una cuenta superAdmin con contraseña propia.',
  failed: 'No se guardó: revisá los datos.',
} as const

export const PROBLEMS: Readonly<Record<ProviderProblem, string>> = {
  unreachable:
    'En esa dirección no contesta ningún proveedor, o contesta con un error. Revisá que esté bien escrita (suele ser la que va antes de /.well-known/openid-configuration) y que el servidor de Góndola pueda llegar a ella.',
  unavailable:
    'El proveedor contesta que no está disponible en este momento. Probá de nuevo en unos minutos.',
  blocked_port:
    'Los navegadores no abren páginas en el puerto de esa dirección. El proveedor tiene que atender en otro.',
  not_a_provider:
    'En esa dirección contesta algo que no es un proveedor de OpenID Connect. Revisá la ruta: suele ser la que va antes de /.well-known/openid-configuration.',
  wrong_issuer:
    'El proveedor contesta, pero dice llamarse de otra manera. Copiá su «issuer» exactamente, con o sin barra al final.',
  client:
    'El proveedor no acepta el identificador o el secreto del cliente. Puede estar mal copiado o haber vencido.',
  redirect_uri:
    'El proveedor no acepta la dirección de retorno. Registrala allí tal como figura en esta pantalla.',
  pkce: 'El proveedor rechaza PKCE, que Góndola usa siempre. Activalo allí para este cliente (en glewlwyd: «PKCE allowed», método S256).',
}
