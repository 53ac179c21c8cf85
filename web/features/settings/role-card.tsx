// One role: its permissions as a list of yes and no, its distributors, its accounts. Touches the router and this feature.
import { IconCheck, IconMinus, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RoleRow } from '#contract/administration.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import css from './settings.module.css'
import { PERMISSION_WORDS, roleText } from './text.ts'

const PENCIL = <IconPencil size={16} aria-hidden />
const BIN = <IconTrash size={16} aria-hidden />

interface RoleCardProps {
  role: RoleRow
  onEdit: () => void
  onDelete: () => void
}

export const RoleCard = ({ role, onEdit, onDelete }: RoleCardProps) => (
  <li className={css.role}>
    <header className={css.roleHead}>
      <h3 className={css.roleName}>{role.name}</h3>
      {role.built_in ? (
        <span className={css.tag} title={roleText.builtInNote}>
          {roleText.builtIn}
        </span>
      ) : (
        <span className={css.rowActions}>
          <Tooltip label={roleText.title.update}>
            <IconButton label={roleText.edit(role.name)} onClick={onEdit}>
              {PENCIL}
            </IconButton>
          </Tooltip>
          <Tooltip label={role.users > 0 ? roleText.inUse : roleText.title.delete}>
            <IconButton danger label={roleText.remove(role.name)} onClick={onDelete}>
              {BIN}
            </IconButton>
          </Tooltip>
        </span>
      )}
    </header>
    <p className={css.quiet}>
      {role.users > 0 ? (
        <Link
          className={css.link ?? ''}
          to="/settings/users"
          search={(now: object) => ({ ...now, role: role.name })}
        >
          {roleText.users(role.users)}
        </Link>
      ) : (
        roleText.noUsers
      )}
      {' · '}
      <span title={role.dist_ids?.join(', ')}>
        {role.dist_ids ? roleText.distributors(role.dist_ids.length) : roleText.allDistributors}
      </span>
    </p>
    <ul className={css.permissions}>
      {PERMISSIONS.map((permission) => {
        const given = role.permissions.includes(permission)
        return (
          <li key={permission} data-given={given || undefined}>
            {given ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
            <span className={css.spoken}>{given ? roleText.can : roleText.cannot}</span>
            {PERMISSION_WORDS[permission]}
          </li>
        )
      })}
    </ul>
  </li>
)
