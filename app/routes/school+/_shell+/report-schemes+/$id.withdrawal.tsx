import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, idOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownValues } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { type CardsOf, listPublished, withdrawCards } from '~/models/learning/report-cards/publish-cards.server'
import { requireCards } from './__scheme-guard.server'

export const handle = pageTitle(() => 'Withdraw report cards', { hasForm: true })

const nothing = 'No such card is published.'

/** Cards of the section and term, or the card of one student. */
async function requireRequestedCards({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireCards(context, request, params.id, 'exams:edit')
  const { scheme, section, term } = visit
  const query = new URL(request.url).searchParams
  const student = idOr404(query, 'student')
  const cardFilter: CardsOf =
    student === '' ? { section: foundOr404(section), termKey: term.key } : { student, termKey: term.key }
  // A student who has changed class has no cards page of a section: then "back" leads to the scheme.
  const back =
    section && (student === '' || query.get('section'))
      ? schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key })
      : schoolPaths.reportScheme(scheme.publicId)
  return { ...visit, of: cardFilter, back }
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, scheme, term, of, back } = await requireRequestedCards(args)
  const published = await listPublished(scope, scheme, of)
  const cardsLabel = 'section' in of ? `cards of ${of.section.name}` : `card of ${published[0]?.name ?? 'this student'}`
  return {
    at: scheme.publicId,
    obstacle: published.length === 0 ? nothing : null,
    values: shownValues(reasonForm),
    asksPassword: false,
    more: {
      title: `Withdraw the ${cardsLabel}?`,
      context: `${scheme.name}, ${term.name}`,
      back,
      published: published.length,
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, scheme, of, back } = await requireRequestedCards(args)
  const form = await parseForm(args.request, schemaOf(reasonForm))
  if (!form.ok) return form.reply()
  const outcome = await withdrawCards(scope, scheme.publicId, of, form.value.reason)
  if (outcome.ok)
    return redirectWithToast(back, {
      type: 'success',
      title: 'Updated!',
      message: `${counted(outcome.value, 'card')} withdrawn. Publish again when they are right.`,
    })
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(nothing)
}

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Withdraw report cards',
  backHref: ({ more }) => more.back,
  explanation: ({ more }) => (
    <p>
      {`Families will no longer see ${counted(more.published, 'card')}. They can be published again with the marks and grades of that time. Withdrawn cards are kept with the reason; class teachers see it under Withdrawn cards and the family in its own data.`}
    </p>
  ),
})
