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
  right: 'Todo está bien: el proveedor contesta, conoce el cliente y la dirección de retorno.',
  required: 'Falta completar',
  wrongIssuer: 'Tiene que ser una dirección https sin usuario, contraseña ni parámetros.',
  wrongRole: 'Ese rol ya no existe.',
  wrongEmergency: 'Tiene que ser una cuenta superAdmin con contraseña propia.',
  nobodyLeft:
    'No se guardó: ningún superAdmin podría entrar. Primero creá una cuenta superAdmin con contraseña.',
  failed: 'No se guardó: revisá los datos.',
} as const

export const PROBLEMS: Readonly<Record<ProviderProblem, string>> = {
  unreachable:
    'En esa dirección no contesta ningún proveedor. Revisá que esté bien escrita (suele ser la que va antes de /.well-known/openid-configuration) y que el servidor de Góndola pueda llegar a ella.',
  not_a_provider:
    'En esa dirección contesta algo que no es un proveedor de OpenID Connect. Revisá la ruta: suele ser la que va antes de /.well-known/openid-configuration.',
  wrong_issuer:
    'El proveedor contesta, pero dice llamarse de otra manera. Copiá su «issuer» exactamente, con o sin barra al final.',
  client:
    'El proveedor no acepta el identificador o el secreto del cliente. Puede estar mal copiado o haber vencido.',
  redirect_uri:
    'El proveedor no acepta la dirección de retorno. Registrala allí tal como figura en esta pantalla.',
}
