import { Checkbox, Flex, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ProviderSettings } from '#contract/provider.ts'
import { type Answer, call, useCall } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { PageForm, useConfirmation } from '#web/shared/dialogs/dialog.tsx'
import { type Fields, useRevision, yesOrNo } from '#web/shared/dialogs/use-revision.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, SelectField, TextField } from '#web/ui/field.tsx'
import { Failure, Message } from '#web/ui/message.tsx'
import shared from '#web/ui/shared.module.css'
import css from './sign-in.module.css'
import { signInText } from './text.ts'

export type Stored = Answer<'GET /api/config/provider'>['data']
type Values = ProviderSettings & { client_secret: string }

const EMPTY: ProviderSettings = {
  enabled: true,
  name: '',
  issuer: '',
  client_id: '',
  client_auth: 'auto',
  scopes: 'openid email profile',
  role_claim: 'groups',
  email_claim: 'email',
  identified_by: 'auto',
  trust_emails: false,
  roles: [],
  distributors_claim: '',
  local: true,
  emergency_email: '',
}

const filled = (value: string) => (value.trim() === '' ? signInText.required : null)

const valuesOf = ({ settings }: Stored): Values => ({ ...(settings ?? EMPTY), client_secret: '' })

const FIELDS: Required<Fields<Omit<Values, 'client_secret'>>> = {
  enabled: { label: signInText.enabled, words: yesOrNo },
  name: { label: signInText.name },
  issuer: { label: signInText.issuer },
  client_id: { label: signInText.clientId },
  client_auth: { label: signInText.clientAuth, words: (way) => signInText.clientAuths[way] },
  scopes: { label: signInText.scopes },
  email_claim: { label: signInText.emailClaim },
  identified_by: { label: signInText.identifiedBy, words: (claim) => signInText.identifiers[claim] },
  trust_emails: { label: signInText.trust, words: yesOrNo },
  role_claim: { label: signInText.roleClaim },
  distributors_claim: { label: signInText.distributors },
  local: { label: signInText.local, words: yesOrNo },
  emergency_email: { label: signInText.emergency },
  roles: { label: signInText.role, words: (roles) => roles.map(({ value, role }) => `${value} → ${role}`) },
}

const useProviderForm = (stored: Stored) =>
  useForm<Values>({
    initialValues: valuesOf(stored),
    validate: {
      ...{ name: filled, issuer: filled, client_id: filled, scopes: filled, role_claim: filled },
      email_claim: filled,
      roles: { value: filled, role: filled },
      emergency_email: (value, { local }) => (local ? null : filled(value)),
    },
  })
type Form = ReturnType<typeof useProviderForm>

const failureText = (error: unknown): string => (error instanceof ApiError && error.text) || signInText.failed

const SHARED = /\/(common|organizations|consumers)(\/|$)/i

/** What is wrong with a field, in Spanish. */
const fieldText = (path: string, { issuer }: Values): string =>
  path === 'issuer'
    ? SHARED.test(issuer)
      ? signInText.sharedIssuer
      : signInText.wrongIssuer
    : path === 'emergency_email'
      ? signInText.wrongEmergency
      : path.startsWith('roles.')
        ? signInText.wrongRole
        : signInText.required

export function ProviderForm({ stored, onSaved }: { stored: Stored; onSaved: () => Promise<void> }) {
  const form = useProviderForm(stored)
  const revised = useRevision(stored, {
    ...{ form, valuesOf, fields: FIELDS },
    read: async () => (await call('GET /api/config/provider')).data,
  })
  const save = useMutation({
    mutationFn: ({ client_secret, ...settings }: Values) =>
      revised.save((seen) =>
        call('POST /api/config/provider', {
          body: { ...settings, ...seen, ...(client_secret && { client_secret }) },
        }),
      ),
    onSuccess: async () => {
      form.setFieldValue('client_secret', '')
      await revised.goOn()
      await onSaved()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      for (const { path } of error.fields) form.setFieldError(path, fieldText(path, form.getValues()))
    },
  })
  const { confirmation, confirmed, isConfirming, failure } = useConfirmation(save.error)
  const submit = form.onSubmit((values) => save.mutate(values))
  return (
    <PageForm saving={save} style={{ maxWidth: 560 }} onSubmit={confirmed(submit)}>
      <p className={shared.quiet}>
        {signInText.redirect}
        <code className={css.address}>{stored.redirect_uri}</code>
      </p>
      <Checkbox label={signInText.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <ProviderFields form={form} hasSecret={stored.has_secret} />
      <PersonFields form={form} />
      {stored.checks === 'impossible' ? <Message tone="warning">{signInText.noChecks}</Message> : null}
      <RoleMapping form={form} />
      <TextField
        label={signInText.distributors}
        description={signInText.distributorsHint}
        maxLength={100}
        {...form.getInputProps('distributors_claim')}
      />
      <Checkbox label={signInText.local} {...form.getInputProps('local', { type: 'checkbox' })} />
      {form.values.local ? null : (
        <TextField
          type="email"
          label={signInText.emergency}
          description={signInText.emergencyHint}
          {...form.getInputProps('emergency_email')}
        />
      )}
      {confirmation ?? revised.meanwhile ?? (failure ? <Failure>{failureText(failure)}</Failure> : null)}
      <Flex wrap="wrap" gap={8}>
        <Button frame="filled" tall type="submit" working={save.isPending || isConfirming}>
          {signInText.save}
        </Button>
      </Flex>
    </PageForm>
  )
}

const AUTHS = Object.entries(signInText.clientAuths).map(([value, label]) => ({ value, label }))

const ProviderFields = ({ form, hasSecret }: { form: Form; hasSecret: boolean }) => (
  <>
    <TextField
      label={signInText.name}
      description={signInText.nameHint}
      maxLength={40}
      {...form.getInputProps('name')}
    />
    <TextField
      label={signInText.issuer}
      description={signInText.issuerHint}
      inputMode="url"
      maxLength={500}
      {...form.getInputProps('issuer')}
    />
    <TextField label={signInText.clientId} maxLength={255} {...form.getInputProps('client_id')} />
    <PasswordField
      label={signInText.secret}
      description={hasSecret ? signInText.secretKept : signInText.secretNone}
      autoComplete="off"
      {...form.getInputProps('client_secret')}
    />
    <SelectField label={signInText.clientAuth} data={AUTHS} {...form.getInputProps('client_auth')} />
    <TextField
      label={signInText.scopes}
      description={signInText.scopesHint}
      maxLength={255}
      {...form.getInputProps('scopes')}
    />
    <TextField label={signInText.roleClaim} maxLength={100} {...form.getInputProps('role_claim')} />
  </>
)

const IDENTIFIERS = Object.entries(signInText.identifiers).map(([value, label]) => ({ value, label }))

/** By which claims a person is known. */
const PersonFields = ({ form }: { form: Form }) => (
  <>
    <TextField
      label={signInText.emailClaim}
      description={signInText.emailClaimHint}
      maxLength={100}
      {...form.getInputProps('email_claim')}
    />
    <SelectField
      label={signInText.identifiedBy}
      description={signInText.identifiedByHint}
      data={IDENTIFIERS}
      {...form.getInputProps('identified_by')}
    />
    <Checkbox
      label={signInText.trust}
      description={signInText.trustRisk}
      {...form.getInputProps('trust_emails', { type: 'checkbox' })}
    />
  </>
)

function RoleMapping({ form }: { form: Form }) {
  const { data } = useCall('GET /api/config/roles')
  const names = data?.data.map(({ name }) => name) ?? []
  return (
    <Stack component="fieldset" gap={8}>
      <Text component="legend" fw={600} fz="sm" p={0}>
        {signInText.mapping}
      </Text>
      <p className={shared.quiet}>{signInText.mappingNote}</p>
      {form.values.roles.map(({ role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are edited
        <div className={css.mapping} key={index}>
          <TextField
            aria-label={signInText.valueOf(index + 1)}
            placeholder={signInText.value}
            {...form.getInputProps(`roles.${index}.value`)}
          />
          <SelectField
            aria-label={signInText.roleOf(index + 1)}
            data={[...new Set(['', role, ...names])]}
            {...form.getInputProps(`roles.${index}.role`)}
          />
          <Button
            frame="bordered"
            tall
            aria-label={signInText.removeRole(index + 1)}
            onClick={() => form.removeListItem('roles', index)}
          >
            ×
          </Button>
        </div>
      ))}
      <Flex wrap="wrap" gap={8}>
        <RowButton onClick={() => form.insertListItem('roles', { value: '', role: '' })}>
          {signInText.addRole}
        </RowButton>
      </Flex>
    </Stack>
  )
}
