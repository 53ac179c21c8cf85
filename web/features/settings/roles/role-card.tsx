// One role with its permissions, distributors and number of accounts.
import { Box, Flex } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RoleRow } from '#contract/administration.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import shared from '#web/ui/shared.module.css'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { EditAndDelete, ViewAs } from '../parts.tsx'
import css from './roles.module.css'
import { roleText } from './text.ts'

interface RoleCardProps {
  role: RoleRow
  onEdit: (role: RoleRow) => void
  onDelete: (role: RoleRow) => void
}

export const RoleCard = ({ role, onEdit, onDelete }: RoleCardProps) => (
  <li className={`${shared.box} ${css.role}`}>
    <Flex component="header" align="center" justify="space-between" gap={8} mih={28} wrap="wrap">
      <Box className={shared.line} flex="1" miw={120}>
        <h3 className={css.name}>{role.name}</h3>
        {role.built_in ? (
          <span className={shared.pill} title={roleText.builtInNote}>
            {roleText.builtIn}
          </span>
        ) : null}
        {role.second_factor ? <span className={shared.pill}>{roleText.secondFactor}</span> : null}
      </Box>
      <EditAndDelete
        viewAs={<ViewAs label={roleText.viewAs(role.name)} as={{ kind: 'role', id: role.id }} />}
        edit={{
          tooltip: roleText.title.update,
          label: roleText.edit(role.name),
          onClick: () => onEdit(role),
        }}
        remove={
          role.built_in
            ? null
            : {
                tooltip: role.users > 0 ? roleText.inUse : roleText.title.delete,
                label: roleText.remove(role.name),
                onClick: () => onDelete(role),
              }
        }
      />
    </Flex>
    <p className={shared.quiet}>
      {role.users > 0 ? (
        <Link
          className={shared.textLink ?? ''}
          to="/settings/users"
          search={(search: object) => ({ ...search, role: role.name })}
        >
          {roleText.users(role.users)}
        </Link>
      ) : (
        roleText.noUsers
      )}
      {' · '}
      <Link
        className={shared.textLink ?? ''}
        to="/settings/users"
        search={(search: object) => ({ ...search, new: role.name })}
        aria-label={roleText.newUserOf(role.name)}
      >
        {roleText.newUser}
      </Link>
      {' · '}
      <span title={role.dist_ids?.join(', ')}>
        {role.dist_ids ? roleText.distributors(role.dist_ids.length) : roleText.allDistributors}
      </span>
    </p>
    {role.dist_ids && role.permissions.includes('settings') ? (
      <p className={shared.caution}>{roleText.limitedSettings}</p>
    ) : null}
    <ul className={css.permissions}>
      {PERMISSIONS.map((permission) => {
        const granted = role.permissions.includes(permission)
        return (
          <li key={permission} data-given={granted || undefined}>
            {granted ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
            <VisuallyHidden>{granted ? roleText.can : roleText.cannot}</VisuallyHidden>
            {PERMISSION_WORDS[permission]}
          </li>
        )
      })}
    </ul>
  </li>
)
