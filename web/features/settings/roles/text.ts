// Texts of Roles y permisos.
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
  builtInNote: 'No se puede cambiar ni eliminar',
  users: (count: number) => (count === 1 ? '1 usuario' : `${count} usuarios`),
  noUsers: 'Sin usuarios',
  views: 'Vistas',
  abilities: 'Además',
  allDistributors: 'Todos los distribuidores',
  someDistributors: 'Solo algunos distribuidores',
  distributors: (count: number) => (count === 1 ? '1 distribuidor' : `${count} distribuidores`),
  scope: 'Distribuidores',
  scopeNote: 'Cada total, lista y archivo de sus usuarios abarca solo esos distribuidores.',
  settingsNote:
    'Quien tiene Configuración administra usuarios, roles y crones: puede darse cualquier permiso.',
  limitedSettings:
    'Tiene Configuración y un límite de distribuidores que puede quitarse: conviene separarlos.',
  search: 'Buscar distribuidor',
  noneFound: 'Ningún distribuidor coincide.',
  chosen: (count: number) => (count === 1 ? '1 elegido' : `${count} elegidos`),
  inUse: ROLE_IN_USE,
  sure: (name: string) => `¿Eliminar el rol ${name}?`,
  edit: (name: string) => `Editar el rol ${name}`,
  remove: (name: string) => `Eliminar el rol ${name}`,
  can: 'Sí:',
  cannot: 'No:',
} as const
