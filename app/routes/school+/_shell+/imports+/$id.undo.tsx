import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { kindNames } from '~/models/entry/imports/options'
import { undoForm } from '~/models/entry/imports/undo/undo-fields'
import { findUndoDay, previewUndo, startUndo } from '~/models/entry/imports/undo/undo-import.server'
import { undoStops } from '~/models/entry/imports/undo/undo-words'
import { findOwnImport } from '~/routes/school+/_shell+/__import-guard.server'
import { KeptThings } from './__kept-things'

export const handle = pageTitle(() => 'Take the import back', { hasForm: true })

const tooLate = 'You can take back an import for 30 days, and only once.'

const page = deciding({
  form: undoForm,
  may: 'imports:run',
  find: (_scope, id: string, staff) => findOwnImport(staff, id),
  more: async (record, { scope }) => {
    const day = await findUndoDay(scope, record)
    const preview = day === null ? 'gone' : await previewUndo(scope, record)
    return {
      fileName: `${kindNames[record.kind]}: ${record.fileName}`,
      isMoney: record.kind === 'paid_fees',
      until: day && formatDay(day, 'en'),
      preview: typeof preview === 'string' ? null : preview,
      stop: typeof preview === 'string' ? preview : null,
    }
  },
  obstacle: (record, { until, stop }) => {
    if (record.state === 'undoing') return 'This import is being taken back now.'
    if (until === null) return tooLate
    return stop && undoStops[stop]
  },
  decide: startUndo,
  refusals: {
    'too-late': tooLate,
    gone: undoStops.gone,
    unreadable: undoStops.unreadable,
    'nothing-left': undoStops['nothing-left'],
    obstacles: { rest: 'Something must stay. Tick this to take back the rest' },
  },
  decided: schoolPaths.import,
  title: 'Started!',
  message: 'The import is being taken back.',
})
export const loader = page.loader
export const action = page.action

/** Reloads after a refusal, since later entries may depend on the imported rows now. */
export const shouldRevalidate = () => true

export default decisionPage<typeof loader>({
  form: undoForm,
  title: 'Take the import back?',
  context: ({ more }) => more.fileName,
  submit: 'Take back',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.import(String(at)),
  known: ({ more }) => (more.preview && more.preview.keptCount > 0 ? {} : { rest: null }),
  explanation: ({ more }) => {
    if (!more.preview) return null
    const { takes, counts, kept, keptCount } = more.preview
    return (
      <>
        <p>
          {takes === 0 ? undoStops['nothing-left'] : `Taken back: ${counts}. Everything is then as before the import.`}
        </p>
        {more.isMoney && takes > 0 ? (
          <p>
            The payments are reversed, and their dues are owed again. Receipts stay as cancelled, with their numbers.
          </p>
        ) : null}
        <KeptThings kept={kept} count={keptCount} />
        <p className="soft">Possible until {more.until}. The audit log keeps what was done.</p>
      </>
    )
  },
})
