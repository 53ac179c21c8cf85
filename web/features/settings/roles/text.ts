import { ROLE_IN_USE } from '../text.ts'

export const roleText = {
  note: 'Qué ve y qué puede hacer cada rol. Los cambios valen desde la próxima acción de sus usuarios.',
  add: 'Nuevo rol',
  title: { add: 'Nuevo rol', update: 'Editar rol', delete: 'Eliminar rol' },
  submit: { add: 'Crear rol', update: 'Guardar cambios' },
  saved: 'Los cambios se guardaron con exito',
  deleted: 'El rol fue eliminado correctamente',
  name: 'Nombre del rol',
  builtIn: 'De fábrica',
  builtInNote: 'Sus permisos no cambian y no se puede eliminar',
  builtInHint: 'Los permisos de un rol de fábrica no cambian.',
  secondFactor: 'Dos pasos',
  requireSecondFactor: 'Exigir la verificación en dos pasos',
  secondFactorNote: 'Quien no la tenga la activa antes de seguir usando Góndola.',
  users: (count: number) => (count === 1 ? '1 usuario' : `${count} usuarios`),
  noUsers: 'Sin usuarios',
  views: 'Vistas',
  abilities: 'Además',
  allDistributors: 'Todos los distribuidores',
  distributors: (count: number) => (count === 1 ? '1 distribuidor' : `${count} distribuidores`),
  scopeNote: 'Cada total, lista y archivo de sus usuarios abarca solo esos distribuidores.',
  settingsNote:
    'Quien tiene Configuración administra usuarios, roles y crones: puede darse cualquier permiso.',
  limitedSettings:
    'Tiene Configuración y un límite de distribuidores que puede quitarse: conviene separarlos.',
  inUse: ROLE_IN_USE,
  sure: (name: string) => `¿Eliminar el rol ${name}?`,
  edit: (name: string) => `Editar el rol ${name}`,
  remove: (name: string) => `Eliminar el rol ${name}`,
  can: 'Sí:',
  cannot: 'No:',
} as const
