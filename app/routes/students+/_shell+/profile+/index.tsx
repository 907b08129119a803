import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { Badge, Card, PageHead, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { type FormResult, foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { sectionOf } from '~/http/student-section.server'
import { maxUploadBytes } from '~/http/uploads.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/shared/tone'
import type { ChangeState } from '~/models/students/change-request-options'
import { type Section, sectionLabel, sections } from '~/models/students/options'
import { ProfileForm } from './__profile-form'
import { loadTab, saveTab } from './__tab.server'

export const handle = pageTitle(() => m.profile_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudent(context, request)
  // The old addresses carry the student's id: it may be one's own.
  const id = new URL(request.url).searchParams.get('id')
  foundOr404([null, '', student.publicId].includes(id) ? student : null)
  return loadTab(student, sectionOf(request))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudent(context, request)
  const tab = sectionOf(request)
  const { saved, reply } = await saveTab(student, tab, request).catch((thrown) => {
    // Larger than any post may be: nothing of it was read, so the page as it is tells the sender what to do.
    if (!(thrown instanceof Response && thrown.status === 413)) throw thrown
    const result: FormResult = {
      status: 'error',
      error: { '': [m.profile_too_much({ count: maxUploadBytes / 1024 / 1024 })] },
    }
    return { saved: undefined, reply: data({ result, conflict: null, found: null }, { status: 422 }) }
  })
  if (!saved) return reply
  const message = [speech[tab]?.saved(), ...saved.next].filter(Boolean).join(' ')
  const title = speech[tab] ? m.profile_success() : m.accounts_updated()
  return redirectWithToast(paths.student.profile(tab), {
    type: 'success',
    title,
    ...(message === '' ? {} : { message }),
  })
}

/** The texts of SP section 8; the first two sections have the general ones. */
const speech: Partial<Record<Section, { saved: () => string; failed: () => string }>> = {
  parent: { saved: m.profile_parent_saved, failed: m.profile_parent_failed },
  academic: { saved: m.profile_academic_saved, failed: m.profile_academic_failed },
  documents: { saved: m.profile_documents_saved, failed: m.profile_documents_failed },
  additional: { saved: m.profile_additional_saved, failed: m.profile_additional_failed },
}

const states: Record<ChangeState, { word: () => string; tone: Tone }> = {
  pending: { word: m.profile_state_pending, tone: 'warn' },
  approved: { word: m.profile_state_approved, tone: 'good' },
  rejected: { word: m.profile_state_rejected, tone: 'bad' },
  withdrawn: { word: m.profile_state_withdrawn, tone: 'neutral' },
}

export default function ProfilePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { dataSaver } = useRootData()
  const { state, formMethod, location } = useNavigation()
  const isLoading = state === 'loading' && !formMethod && location.pathname === paths.student.profile()
  const { tab, requests } = page
  const isUpload = tab === 'documents'
  return (
    <>
      <PageHead title={m.profile_title()} />
      {isLoading ? (
        <p className="soft" role="status">
          {m.profile_loading()}
        </p>
      ) : null}
      <Tabs
        label={m.profile_tabs()}
        tabs={sections.map((section) => ({
          href: paths.student.profile(section),
          label: sectionLabel(section),
          current: section === tab,
        }))}
      />
      <ProfileForm
        // What was saved begins a form of its own: no file and no text of the one before stays in it.
        key={`${tab} ${page.edition}`}
        page={{ ...page, smallPhotoHref: dataSaver ? null : page.smallPhotoHref }}
        frame={{
          lastResult: answer?.result,
          version: page.version,
          failure: speech[tab] ? m.profile_error() : m.accounts_change_failed(),
          failureText: speech[tab]?.failed(),
          submit: isUpload ? m.profile_upload() : m.profile_save(),
          busyText: isUpload ? m.profile_uploading() : m.profile_saving(),
          notice: answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : null,
        }}
      />
      {requests.length === 0 ? null : (
        <Card title={m.profile_changes_title()}>
          <ul>
            {requests.map((request) => (
              <li key={request.publicId}>
                {`${request.label}: ${request.newWords} `}
                <Badge tone={states[request.state].tone}>{states[request.state].word()}</Badge>
                {request.reason === null ? null : ` ${m.profile_change_reason({ reason: request.reason })}`}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
