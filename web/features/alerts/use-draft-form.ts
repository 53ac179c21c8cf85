import { useForm } from '@mantine/form'
import { type Draft, mistakesIn } from './draft.ts'
import { text } from './text.ts'

export const useDraftForm = (draft: Draft) =>
  useForm<Draft>({
    initialValues: draft,
    validate: (values) => ({
      ...mistakesIn(values),
      ...(values.name.trim() === '' && { name: text.form.nameRequired }),
    }),
  })

export type DraftForm = ReturnType<typeof useDraftForm>
