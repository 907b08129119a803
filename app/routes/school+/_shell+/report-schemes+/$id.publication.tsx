import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Alert, type Column, DataTable } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownValues } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { listCards, publishCards } from '~/models/learning/report-cards/publish-cards.server'
import { publicationForm } from '~/models/learning/report-cards/scheme-fields'
import { requireSectionCards } from './__scheme-guard.server'
import { missingWords } from './__scheme-words'

export const handle = pageTitle(() => 'Publish report cards', { hasForm: true })

const nothing = 'There is no card to publish: nothing is entered yet, or all are published.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'exams:edit')
  const { cards, unpublished } = await listCards(scope, scheme, { section, termKey: term.key }, 'marks')
  const fresh = cards.filter(({ issuedOn, missing }) => issuedOn === null && !missing.isEmpty)
  return {
    at: scheme.publicId,
    obstacle: fresh.length === 0 ? nothing : null,
    values: shownValues(publicationForm, {}),
    asksPassword: false,
    more: {
      title: `Publish the cards of ${section.name}?`,
      context: `${scheme.name}, ${term.name}`,
      back: schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key }),
      cards: fresh.length,
      unpublished,
      missing: fresh.flatMap(({ publicId, card, missing }) => {
        const words = missingWords(missing)
        return words === '' ? [] : [{ publicId, name: card.name, words }]
      }),
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, schemaOf(publicationForm))
  if (!form.ok) return form.reply()
  const outcome = await publishCards(scope, scheme.publicId, { section, termKey: term.key }, form.value)
  if (outcome.ok)
    return redirectWithToast(schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key }), {
      type: 'success',
      title: 'Published!',
      message: `Families see ${counted(outcome.value, 'card')} now.`,
    })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'nothing') return form.refuse(nothing)
  const box = publicationForm.fields.althoughMissing.name
  return form.refuse(null, { [box]: ['Something is missing or not published yet. Tick this box to publish anyway'] })
}

type Missing = { publicId: string; name: string; words: string }
const columns: Column<Missing>[] = [
  { label: 'Student', role: 'title', cell: (row) => row.name },
  { label: 'Missing', cell: (row) => row.words },
]

export default decisionPage<typeof loader>({
  form: publicationForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Publish report cards',
  backHref: ({ more }) => more.back,
  known: ({ more }) => (more.missing.length + more.unpublished.length === 0 ? { althoughMissing: null } : {}),
  explanation: ({ more }) => (
    <>
      {more.missing.length > 0 ? (
        <>
          <h2>Missing entries</h2>
          <DataTable caption="Missing entries" columns={columns} rows={more.missing} rowKey={(row) => row.publicId} />
        </>
      ) : (
        <p>Every card has its marks and grades.</p>
      )}
      {more.unpublished.length > 0 ? (
        <Alert tone="warn" title="Unpublished results">
          <p>{`Families do not see the results of ${more.unpublished.join(', ')} yet; the cards would show these marks.`}</p>
        </Alert>
      ) : null}
      <p>
        {`${counted(more.cards, 'card')} will be published as they are now. They do not change when marks, grades or the scheme change; withdraw them to correct something.`}
      </p>
    </>
  ),
})
