import type { SerializeFrom } from '@remix-run/node'
import { secretProps } from '~/components/accounts/secret-props'
import { PasswordField } from '~/components/forms'
import type { Known } from '~/components/forms/described-field'
import { FileFields } from '~/components/students/file-fields'
import { SectionForm, type SectionFrame } from '~/components/students/section-form'
import { DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { loadTab } from './__tab.server'

type Tab = SerializeFrom<typeof loadTab>

/** The student's own form of a tab: the office's fields, some of which the office decides or alone may set. */
export function ProfileForm({ frame, page }: { frame: SectionFrame; page: Tab }) {
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
            // The browser must not give it by itself: whoever found the phone open has the browser too.
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

/** What the office decides is read-only while a request for it waits. */
function knownOf({ hints, decided }: Tab): Record<string, Known> {
  const known = Object.entries(hints).map(([name, hint]): [string, Known] => [name, { hint }])
  const asked = decided.map(({ field, waiting }): [string, Known] => [
    field,
    waiting ? { hint: <WaitingHint {...waiting} />, readOnly: true } : { hint: m.profile_office_decides() },
  ])
  return Object.fromEntries([...known, ...asked])
}

type Waiting = { publicId: string; label: string; newWords: string }

function WaitingHint({ publicId, label, newWords }: Waiting) {
  return (
    <>
      {`${m.profile_waiting({ value: newWords })} `}
      <a className="alone" href={paths.student.withdrawChange(publicId)}>
        {m.profile_withdraw_link({ field: label })}
      </a>
    </>
  )
}
