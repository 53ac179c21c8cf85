// One role: its permissions as a list of yes and no, its distributors, its accounts. Touches the router and this feature.
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RoleRow } from '#contract/administration.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { EditAndDelete } from './edit-and-delete.tsx'
import css from './settings.module.css'
import { PERMISSION_WORDS, roleText } from './text.ts'

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
        <EditAndDelete
          edit={{ tip: roleText.title.update, label: roleText.edit(role.name), onClick: onEdit }}
          remove={{
            tip: role.users > 0 ? roleText.inUse : roleText.title.delete,
            label: roleText.remove(role.name),
            onClick: onDelete,
          }}
        />
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
            <VisuallyHidden>{given ? roleText.can : roleText.cannot}</VisuallyHidden>
            {PERMISSION_WORDS[permission]}
          </li>
        )
      })}
    </ul>
  </li>
)
