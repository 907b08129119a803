import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { countPublished, withdrawCards } from '~/models/report-cards/publish-cards.server'
import { reasonForm } from '~/models/shared/decision-fields'
import { shownValues } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { DecisionPage } from '~/office/decision-page'
import { requireSectionCards } from './__scheme-guard.server'

export const handle = pageTitle(() => 'Withdraw report cards', { hasForm: true })

const nothing = 'None of these cards is published.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'exams:edit')
  const published = await countPublished(scope, scheme, { section, termKey: term.key })
  return {
    at: scheme.publicId,
    obstacle: published === 0 ? nothing : null,
    values: shownValues(reasonForm),
    asksPassword: false,
    more: {
      title: `Withdraw the cards of ${section.name}?`,
      context: `${scheme.name}, ${term.name}`,
      back: schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key }),
      published,
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, schemaOf(reasonForm))
  if (!form.ok) return form.reply()
  const outcome = await withdrawCards(scope, scheme.publicId, { section, termKey: term.key }, form.value.reason)
  if (outcome.ok)
    return redirectWithToast(schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key }), {
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
          {`Families will no longer see ${counted(more.published, 'card')}. They can be published again, then with the marks and grades of that moment; the reason is kept in the audit log.`}
        </p>
      )}
    </DecisionPage>
  )
}
