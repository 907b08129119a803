import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, idOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { listPublished, withdrawCards } from '~/models/report-cards/publish-cards.server'
import { reasonForm } from '~/models/shared/decision-fields'
import { shownValues } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { DecisionPage } from '~/office/decision-page'
import { requireSectionCards } from './__scheme-guard.server'

export const handle = pageTitle(() => 'Withdraw report cards', { hasForm: true })

const nothing = 'No such card is published.'

/** All cards of the section and term, or that of one student. */
async function asked({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireSectionCards(context, request, params.id, 'exams:edit')
  const { scheme, section, term } = visit
  const back = schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key })
  const student = idOr404(new URL(request.url).searchParams, 'student')
  return { ...visit, at: { section, termKey: term.key }, student, back }
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, scheme, section, term, at, student, back } = await asked(args)
  const published = await listPublished(scope, scheme, at, student)
  const of = student === '' ? `cards of ${section.name}` : `card of ${published[0]?.name ?? 'this student'}`
  return {
    at: scheme.publicId,
    obstacle: published.length === 0 ? nothing : null,
    values: shownValues(reasonForm),
    asksPassword: false,
    more: {
      title: `Withdraw the ${of}?`,
      context: `${scheme.name}, ${term.name}`,
      back,
      published: published.length,
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, scheme, at, student, back } = await asked(args)
  const form = await parseForm(args.request, schemaOf(reasonForm))
  if (!form.ok) return form.reply()
  const outcome = await withdrawCards(scope, scheme.publicId, at, form.value.reason, student)
  if (outcome.ok)
    return redirectWithToast(back, {
      type: 'success',
      title: 'Updated!',
      message: `${counted(outcome.value, 'card')} withdrawn. Publish again when they are right.`,
    })
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(nothing)
}

export default function WithdrawCardsPage() {
  return (
    <DecisionPage<typeof loader>
      form={reasonForm}
      title={({ more }) => more.title}
      context={({ more }) => more.context}
      submit="Withdraw report cards"
      backHref={({ more }) => more.back}
    >
      {({ more }) => (
        <p>
          {`Families will no longer see ${counted(more.published, 'card')}. They can be published again, then with the marks and grades of that moment; what was withdrawn is kept with the reason under Withdrawn cards.`}
        </p>
      )}
    </DecisionPage>
  )
}
