import { Flex, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import css from './second-factor.module.css'
import { factorText } from './text.ts'

/** Shown once, until the user confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const clipboard = useClipboard()
  return (
    <Stack gap={14} maw={460} role="status">
      <p>
        <strong>{factorText.keepTitle}.</strong> {factorText.keepNote}
      </p>
      <ul className={`${shared.box} ${css.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Flex wrap="wrap" gap={8}>
        <Button frame="filled" tall onClick={onKept}>
          {factorText.kept}
        </Button>
        <Button frame="bordered" tall onClick={() => clipboard.copy(codes.join('\n'))}>
          {clipboard.copied ? factorText.copied : factorText.copy}
        </Button>
      </Flex>
    </Stack>
  )
}
