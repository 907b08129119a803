import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { CheckboxGroup, ErrorSummary } from '~/components/forms'
import { ButtonLink, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, readForm, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { GuardianRelation } from '~/models/people/guardians/options'
import { blockGuardians, findOwnGuardians } from '~/models/people/guardians/shut-out.server'

export const handle = pageTitle(() => m.family_own_title(), { hasForm: true })

const relations: Record<GuardianRelation, () => string> = {
  father: m.family_relation_father,
  mother: m.family_relation_mother,
  grandparent: m.family_relation_grandparent,
  guardian: m.family_relation_guardian,
  other: m.family_relation_other,
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { from, isAdult, guardians } = await findOwnGuardians(scope)
  return {
    isAdult,
    from: formatDay(from, currentLanguage()),
    guardians: guardians.map(({ publicId, name, relation, maySee, mayPay, isTold, isShutOut }) => {
      const rights = [
        maySee ? m.family_may_see() : null,
        mayPay ? m.family_may_pay() : null,
        isTold ? m.family_is_told() : null,
      ].filter((words) => words !== null)
      return {
        publicId,
        isShutOut,
        words: m.family_own_person({ name, relation: relations[relation]() }),
        rights: isShutOut ? m.family_shut_out() : rights.join(', ') || m.family_may_nothing(),
      }
    }),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const body = await readForm(request)
  const ids = [...new Set(body.getAll('shut_out').map(String))]
  const displayedIds = body.getAll('shown').map(String)
  const outcome = await blockGuardians(scope, foundOr404(ids.every(isPublicId) ? ids : null), displayedIds)
  if (outcome.ok) return redirectWithToast(paths.student.guardians, { type: 'success', title: m.family_own_saved() })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ errors: [{ message: m.family_not_adult() }] }, { status: 422 })
}

export default function OwnGuardiansPage() {
  const { guardians, isAdult, from } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => refused?.errors ?? [], [refused])
  if (guardians.length === 0) {
    return (
      <>
        <PageHead title={m.family_own_title()} context={m.family_own_context()} />
        <EmptyState icon="users" title={m.family_own_none()} text={m.family_own_none_text()} />
      </>
    )
  }
  return (
    <>
      <PageHead title={m.family_own_title()} context={m.family_own_context()} />
      {isAdult ? (
        <Form method="post" className="card">
          <ErrorSummary errors={errors} title={m.family_own_failed()} />
          {guardians.map(({ publicId }) => (
            <input key={publicId} type="hidden" name="shown" value={publicId} />
          ))}
          <CheckboxGroup
            name="shut_out"
            label={m.family_own_choose()}
            hint={m.family_own_hint()}
            chosen={guardians.flatMap(({ publicId, isShutOut }) => (isShutOut ? [publicId] : []))}
            options={guardians.map(({ publicId, words, rights }) => ({ value: publicId, label: words, hint: rights }))}
          />
          <div className="actions">
            <SubmitButton busyText={m.family_own_saving()}>{m.family_own_save()}</SubmitButton>
            <ButtonLink href={paths.student.settings} variant="secondary" label={m.family_own_cancel()} />
          </div>
        </Form>
      ) : (
        <div className="card">
          <ul>
            {guardians.map(({ publicId, words, rights }) => (
              <li key={publicId}>
                {words}
                <br />
                <span className="soft">{rights}</span>
              </li>
            ))}
          </ul>
          <p>{m.family_own_from({ day: from })}</p>
        </div>
      )}
    </>
  )
}
