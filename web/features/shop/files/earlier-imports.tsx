// What was imported in the last 30 days, and the recipes by which the next files of a kind are read.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import type { importRecipes, ListedImport } from '#contract/imports.ts'
import { call, fetchQuery, refresh } from '#web/api/call.ts'
import { dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState } from '#web/ui/states.tsx'
import { ShopFailure } from '../failure.tsx'
import css from './files.module.css'
import { KIND_LABELS, filesText as text } from './text.ts'

export function EarlierImports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = useQuery(fetchQuery('GET /api/imports'))
  const recipes = useQuery(fetchQuery('GET /api/imports/recipes'))
  const forget = useMutation({
    mutationFn: (recipe_id: string) =>
      call('DELETE /api/imports/recipes/{recipe_id}', { params: { recipe_id } }),
    onSettled: () => refresh('GET /api/imports/recipes'),
  })
  const rows = imports.data?.data ?? []
  const saved = recipes.data?.data ?? []
  return (
    <>
      {imports.isError || recipes.isError ? (
        <section className={css.section} aria-label={text.earlier}>
          <h3 className={shared.heading}>{text.earlier}</h3>
          <ErrorState
            height={140}
            error={imports.error ?? recipes.error}
            onRetry={() => Promise.all([imports.refetch(), recipes.refetch()])}
          />
        </section>
      ) : null}
      {rows.length > 0 ? (
        <section className={css.section} aria-label={text.earlier}>
          <h3 className={shared.heading}>{text.earlier}</h3>
          <ul className={css.entries}>
            {rows.map((row) => (
              <Import key={row.id} row={row} onOpen={() => onOpen(row.id)} />
            ))}
          </ul>
        </section>
      ) : null}
      {saved.length > 0 ? (
        <section className={css.section} aria-label={text.recipes}>
          <h3 className={shared.heading}>{text.recipes}</h3>
          <p className={shared.quiet}>{text.recipesNote}</p>
          <ul className={css.entries}>
            {saved.map((recipe) => (
              <Recipe
                key={recipe.id}
                recipe={recipe}
                working={forget.isPending && forget.variables === recipe.id}
                onForget={() => forget.mutate(recipe.id)}
              />
            ))}
          </ul>
          <ShopFailure error={forget.error} />
        </section>
      ) : null}
    </>
  )
}

function Import({ row, onOpen }: { row: ListedImport; onOpen: () => void }) {
  const { files, state, cancelling, undoing, started_at, applied_at, by, changes, rejected, message } = row
  const wasImported = state === 'done' || state === 'warning'
  const facts = [
    cancelling ? text.beingCancelled : undoing ? text.beingUndone : text.states[state],
    dateTime(applied_at ?? started_at),
    by ?? text.byFolder,
    ...(wasImported ? [text.changes(changes)] : []),
    ...(state === 'failed' && message !== '' ? [message] : []),
    ...(rejected > 0 ? [text.rejects(rejected)] : []),
  ]
  const isOpen = state !== 'failed' && state !== 'cancelled' && state !== 'undone'
  return (
    <li className={css.entry}>
      <div>
        <strong>{files.join(', ')}</strong>
        <p className={shared.quiet}>{facts.join(' · ')}</p>
      </div>
      {isOpen ? (
        <Button frame="bordered" onClick={onOpen} aria-label={`${text.open}: ${files.join(', ')}`}>
          {wasImported ? text.open : text.goOn}
        </Button>
      ) : null}
    </li>
  )
}

interface RecipeProps {
  recipe: DataOf<typeof importRecipes>[number]
  working: boolean
  onForget: () => void
}

function Recipe({ recipe: { name, kinds, titles, statuses, used_at }, working, onForget }: RecipeProps) {
  const facts = [
    kinds.map((kind) => KIND_LABELS[kind]).join(', '),
    ...(titles.length > 0 ? [text.titles(titles.length)] : []),
    ...(statuses > 0 ? [text.assigned(statuses)] : []),
    text.used(dateTime(used_at)),
  ]
  return (
    <li className={css.entry}>
      <div>
        <strong>{name}</strong>
        <p className={shared.quiet}>{facts.join(' · ')}</p>
      </div>
      <Button frame="bordered" working={working} onClick={onForget} aria-label={`${text.forget}: ${name}`}>
        {text.forget}
      </Button>
    </li>
  )
}
