import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { secretProps } from '~/components/accounts/secret-props'
import { PasswordField } from '~/components/forms'
import type { Known } from '~/components/forms/described-field'
import { FileFields } from '~/components/students/file-fields'
import { SaveConflict } from '~/components/students/save-conflict'
import { SectionForm, type SectionFrame } from '~/components/students/section-form'
import { Badge, Card, DefinitionList, LoneLink, PageHead, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { type FormResult, foundOr404, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { sectionOf } from '~/http/student-section.server'
import { maxUploadBytes } from '~/http/uploads.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { ChangeState } from '~/models/people/students/change-requests/change-request-options'
import { type Section, sectionLabel, sections } from '~/models/people/students/options'
import { loadTab, saveTab } from './__tab.server'

export const handle = pageTitle(() => m.profile_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  // Old URLs contain the student's id, which must be the student's own.
  const id = new URL(request.url).searchParams.get('id')
  foundOr404([null, '', student.publicId].includes(id) ? student : null)
  return loadTab(student, sectionOf(request))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  const tab = sectionOf(request)
  const { saved, reply } = await saveTab(student, tab, request).catch((thrown) => {
    // The body exceeds the limit of any post and was not read: shows the stored values with an explanation.
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

/** Messages of the student specification, section 8; the tabs that are missing here use general messages. */
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
  const { tab, requests } = page
  const isUpload = tab === 'documents'
  return (
    <>
      <PageHead title={m.profile_title()} />
      <Tabs
        label={m.profile_tabs()}
        tabs={sections.map((section) => ({
          href: paths.student.profile(section),
          label: sectionLabel(section),
          current: section === tab,
        }))}
      />
      <ProfileForm
        // A save starts a new form, without files and texts of the previous one.
        key={`${tab} ${page.edition}`}
        page={{ ...page, smallPhotoHref: dataSaver ? null : page.smallPhotoHref }}
        frame={{
          lastResult: answer?.result,
          version: page.version,
          failure: speech[tab] ? m.profile_error() : m.accounts_change_failed(),
          failureText: speech[tab]?.failed(),
          submit: isUpload ? m.profile_upload() : m.profile_save(),
          busyText: isUpload ? m.profile_uploading() : m.profile_saving(),
          notice: answer?.conflict ? <SaveConflict {...answer.conflict} /> : null,
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

type Tab = SerializeFrom<typeof loader>

/** The student's own form of a tab; some of its fields are decided or set by the office only. */
function ProfileForm({ frame, page }: { frame: SectionFrame; page: Tab }) {
  const { tab, officeFacts, files, documents, smallPhotoHref } = page
  const removal = tab === 'documents' ? paths.student.removeDocument : undefined
  return (
    <SectionForm
      id={tab}
      frame={frame}
      form={page.form}
      values={page.values}
      known={knownOf(page)}
      hasFiles={files.length > 0}
      above={(fields) => (
        <>
          {tab === 'student' && documents.length > 0 && smallPhotoHref ? (
            <img className="photo" src={smallPhotoHref} alt={m.profile_photo_alt()} width={120} height={150} />
          ) : null}
          {officeFacts ? <OfficeFacts {...officeFacts} /> : null}
          <FileFields files={files} fields={fields} stored={documents} removal={removal} />
        </>
      )}
      below={({ current_password: password }) =>
        tab === 'student' && password ? (
          <PasswordField
            {...secretProps(password)}
            label={m.accounts_current_password()}
            hint={m.profile_password_hint()}
            // Disables autofill, which would help a person who found the phone unlocked.
            autoComplete="off"
          />
        ) : null
      }
    />
  )
}

function OfficeFacts({ isEnrolled, items }: NonNullable<Tab['officeFacts']>) {
  return (
    <>
      {isEnrolled ? null : <p>{m.profile_no_class()}</p>}
      <DefinitionList items={items} />
      <p className="soft">{m.profile_office_only()}</p>
    </>
  )
}

/** Makes fields decided by the office read-only while a request for them waits. */
function knownOf({ hints, decided }: Tab): Record<string, Known> {
  const hintEntries = Object.entries(hints).map(([name, hint]): [string, Known] => [name, { hint }])
  const decidedEntries = decided.map(({ field, waiting }): [string, Known] => [
    field,
    waiting ? { hint: <WaitingHint {...waiting} />, readOnly: true } : { hint: m.profile_office_decides() },
  ])
  return Object.fromEntries([...hintEntries, ...decidedEntries])
}

type Waiting = { publicId: string; label: string; newWords: string }

function WaitingHint({ publicId, label, newWords }: Waiting) {
  return (
    <>
      {`${m.profile_waiting({ value: newWords })} `}
      <LoneLink href={paths.student.withdrawChange(publicId)} label={m.profile_withdraw_link({ field: label })} />
    </>
  )
}
