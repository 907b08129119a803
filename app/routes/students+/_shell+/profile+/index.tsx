import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { Tabs } from '~/components/ui/tabs'
import { foundOr404, requireStudent } from '~/http/guards.server'
import { loadOwnProfile, tabOf } from '~/http/own-profile.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { type Section, sectionLabel, sections } from '~/models/students/options'
import { ChangedMeanwhile } from './__own-forms'
import { saveOwnSection } from './__own-section.server'
import { OwnSectionTab } from './__own-section-tab'
import { OwnWishes } from './__own-wishes'

export const handle = pageTitle(() => m.profile_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  // The old addresses carry the student's id: it may be one's own.
  foundOr404([null, '', student.publicId].includes(query.get('id')) ? student : null)
  return loadOwnProfile(student, tabOf(query))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudent(context, request)
  const tab = tabOf(new URL(request.url).searchParams)
  const { reply, conflict, next = [] } = await saveOwnSection(student, tab, request)
  if (reply) return data({ result: reply, conflict }, { status: 422 })
  const message = [speech[tab]?.saved(), ...next].filter(Boolean).join(' ')
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

export default function ProfilePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { dataSaver } = useRootData()
  const { state, formMethod, location } = useNavigation()
  const isLoading = state === 'loading' && !formMethod && location.pathname === paths.student.profile()
  const { tab } = page
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
      <OwnSectionTab
        // What was saved, or has to be decided anew, begins a form of its own: no file and no text of the one before stays in it.
        key={answer?.conflict?.typed ? `${tab} anew ${page.version}` : `${tab} ${page.edition}`}
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
      {tab === 'student' || tab === 'parent' ? <OwnWishes wishes={page.wishes} /> : null}
    </>
  )
}
