import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConsentCards } from '~/components/consents/consent-cards'
import { Alert, EmptyState, PageHead } from '~/components/ui'
import { readAnswer, shownConsents } from '~/http/consent-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireGuardian } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { decideAsGuardian } from '~/models/contact/consents/decide.server'
import { readFamilyConsents } from '~/models/contact/consents/section-consents.server'
import { isPublicId } from '~/models/core/shared/public-id.server'

export const handle = pageTitle(() => m.consents_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const children = await readFamilyConsents(scope)
  return {
    children: children.map(({ child, isAdult, read }) => ({
      id: child.publicId,
      name: child.name,
      school: child.schoolName,
      isAdult,
      consents: shownConsents(read, child.guardianId),
    })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const { child, notice, answer } = await readAnswer(request)
  const outcome = await decideAsGuardian(scope, {
    child: foundOr404(isPublicId(child) ? child : null),
    notice,
    answer,
    language: currentLanguage(),
  })
  if (!outcome.ok)
    return outcome.reason === 'not-found' ? foundOr404(null) : data({ reason: outcome.reason }, { status: 422 })
  const toast = { type: 'success', title: m.consents_saved(), message: m.consents_saved_text() } as const
  return redirectWithToast(paths.guardian.consents, toast)
}

/** Reloads even after a refusal, so that the page shows the notice that is in force now. */
export const shouldRevalidate = () => true

export default function GuardianConsentsPage() {
  const { children } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.consents_title()} context={m.consents_context()} />
      {answer?.reason === 'notice-changed' ? (
        <Alert tone="bad" title={m.consents_failed()} text={m.consents_notice_changed()} />
      ) : null}
      {children.length === 0 ? (
        <EmptyState icon="user" title={m.consents_no_children()} text={m.consents_no_children_text()} />
      ) : null}
      <div className="stack">
        {children.map((child) => (
          <section key={child.id} className="stack">
            <h2>{`${child.name}, ${child.school}`}</h2>
            {child.isAdult ? <Alert tone="info" text={m.consents_adult({ name: child.name })} /> : null}
            {child.consents.length === 0 ? <p>{m.consents_none_text()}</p> : null}
            <ConsentCards child={child} consents={child.consents} mayDecide={!child.isAdult} />
          </section>
        ))}
      </div>
      <p>
        <a href={paths.guardian.grievances}>{m.grievances_title()}</a>
      </p>
    </>
  )
}
