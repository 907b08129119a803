import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { asTyped, errorsOf, PaySeveralForm, payableDues } from '~/components/payments/pay-several-form'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, ButtonLink, Card, LinkParagraph, PageHead } from '~/components/ui'
import { type PaidChild, requirePayer } from '~/http/family-guard.server'
import { pageTitle, paths } from '~/http/paths'
import { payRefusal } from '~/http/pay-refusal.server'
import { parseForm, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { findSettings } from '~/models/core/schools/settings.server'
import { formatPaise } from '~/models/core/shared/money'
import { listUnpaidOf } from '~/models/money/ledger/books/own-dues.server'
import { startFamilyPayment } from '~/models/money/ledger/online/family-payments.server'
import { payFamilySchema } from '~/models/money/ledger/schema'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => m.family_pay_title(), { hasForm: true })

/**
 * Children at the selected school, by default the first one. Each school has its own account at the provider, so one
 * payment cannot include children of two schools.
 */
function atSchool(children: readonly PaidChild[], selectedSchoolId: unknown): PaidChild[] {
  const school = children.find((child) => child.schoolPublicId === selectedSchoolId) ?? children[0]
  return children.filter((child) => child.schoolId === school?.schoolId)
}

/** Dues of the children at one school, and the totals at the others. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { children } = await requirePayer(context, request)
  const query = new URL(request.url).searchParams
  const here = atSchool(children, query.get('school'))
  const [first] = here
  if (!first) return null
  const [unpaid, rules, online] = await Promise.all([
    listUnpaidOf(children.map((child) => child.scope)),
    findSettings(first.scope),
    canPayOnline(first.scope),
  ])
  const owed = here.flatMap((child) =>
    unpaid.flatMap((due) => (due.studentId === child.studentId ? [{ ...due, child: fullName(child) }] : [])),
  )
  return {
    ...payableDues(owed, query, rules.partPaymentAllowed),
    partMinimumPaise: rules.partPaymentAllowed ? rules.partPaymentMinimumPaise : null,
    online,
    school: { publicId: first.schoolPublicId, name: first.schoolName },
    others: otherSchools(children, first.schoolId, unpaid),
    formKey: randomUUID(),
  }
}

function otherSchools(
  children: readonly PaidChild[],
  schoolId: number,
  unpaid: Awaited<ReturnType<typeof listUnpaidOf>>,
) {
  const others = new Map<string, { publicId: string; name: string; balancePaise: number }>()
  for (const child of children) {
    if (child.schoolId === schoolId) continue
    const dues = unpaid.filter((due) => due.studentId === child.studentId && !due.isDeclared)
    const before = others.get(child.schoolPublicId)?.balancePaise ?? 0
    const balancePaise = dues.reduce((sum, due) => sum + due.balancePaise, before)
    others.set(child.schoolPublicId, { publicId: child.schoolPublicId, name: child.schoolName, balancePaise })
  }
  return [...others.values()]
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope, children } = await requirePayer(context, request)
  const form = await parseForm(request, payFamilySchema)
  if (!form.ok) return form.reply()
  const here = atSchool(children, form.posted.get('school'))
  const { due: dueIds, parts, form_key: formKey } = form.value
  const started = await startFamilyPayment(
    scope,
    here.map((child) => child.scope),
    { dueIds, parts, formKey },
  )
  if (started.ok) return seeOther(paths.guardian.payment(started.value.basketId))
  const [first] = here
  return form.refuse(first ? await payRefusal(first.scope, started.reason) : m.payments_gone())
}

export default function PayForChildrenPage() {
  const view = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (view === null) {
    return (
      <>
        <PageHead title={m.family_pay_title()} />
        <Alert tone="info" text={m.family_pay_nobody()} />
      </>
    )
  }
  const { online, dues, declared, school, others, ...form } = view
  return (
    <>
      <PageHead title={m.family_pay_title()} context={school.name} />
      {online ? null : <PaymentNotAvailable />}
      {declared.length > 0 ? <Alert tone="info" title={declared.join(', ')} text={m.payments_declared()} /> : null}
      {dues.length === 0 ? <Alert tone="good" text={m.family_pay_none({ school: school.name })} /> : null}
      {online && dues.length > 0 ? (
        <PaySeveralForm
          {...form}
          key={refused ? 'again' : form.formKey}
          dues={refused ? asTyped(dues, refused.initialValue ?? {}) : dues}
          totalPaise={refused ? null : form.totalPaise}
          errors={errorsOf(refused?.error)}
          hint={m.family_pay_hint()}
          school={school.publicId}
          back={{ href: paths.guardian.payments(), label: m.family_payments_title() }}
        />
      ) : (
        <LinkParagraph href={paths.guardian.payments()} label={m.family_payments_title()} />
      )}
      {others.length > 0 ? (
        <Card title={m.family_pay_other_title()}>
          <p>{m.family_pay_other()}</p>
          <p className="actions">
            {others.map(({ publicId, name, balancePaise }) => (
              <ButtonLink key={publicId} variant="secondary" href={paths.guardian.pay(publicId)}>
                {m.family_pay_at({ school: name, amount: formatPaise(balancePaise, { style: 'short' }) })}
              </ButtonLink>
            ))}
          </p>
        </Card>
      ) : null}
    </>
  )
}
