// What a trial sign-in at the identity provider showed.

import { Stack } from '@mantine/core'
import type { ProviderTrial } from '#contract/provider.ts'
import { ERROR_TEXTS } from '#web/text/failures.ts'
import { Message } from '#web/ui/message.tsx'
import classes from './form-page.module.css'
import { AccountLink } from './form-page.tsx'
import { text } from './text.ts'

const { trial: words } = text

export const TrialResult = ({ trial }: { trial: ProviderTrial }) => (
  <Stack gap="md">
    <h1 className={classes.title}>{words.title}</h1>
    <Message tone={trial.refused ? 'failure' : 'done'}>
      {trial.refused_code
        ? words.refused(String(ERROR_TEXTS[trial.refused_code]))
        : words.enters(String(trial.role))}
    </Message>
    <ul className={classes.facts}>
      {trial.account === 'none' ? null : <li>{words.accounts[trial.account]}</li>}
      <li>{words.email(trial.email, trial.verified)}</li>
      {trial.refused ? null : <li>{words.distributors(trial.dist_ids)}</li>}
      <li>{trial.refresh_token ? words.checked : words.unchecked}</li>
    </ul>
    <section aria-label={words.claims}>
      <h2 className={classes.claimsTitle}>{words.claims}</h2>
      <dl className={classes.claims}>
        {trial.claims.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
    <p className={classes.foot}>
      <AccountLink to="/settings/sign-in">{words.back}</AccountLink>
    </p>
  </Stack>
)
