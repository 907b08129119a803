import { Suspense } from 'react'
import { DefinitionList } from '~/components/ui/definition-list'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import type { DocumentKind } from '~/models/students/document-options'
import type { Section } from '~/models/students/options'
import type { Person } from '~/models/students/parent-options'
import type { AcademicValues } from './academic-form'
import type { AdditionalValues } from './additional-form'
import type { AddressValues } from './address-form'
import { AcademicForm, AdditionalForm, AddressForm, DocumentsForm, OwnStudentForm, ParentForm } from './own-forms'
import type { ParentValues } from './parent-form'
import type { SectionFrame } from './section-form'
import type { StudentValues } from './student-fields'
import type { WaitingWish } from './wish-hint'

interface OwnProfile {
  tab: Section
  values: Record<string, string | boolean>
  aadhaarEnds: Record<string, string | null>
  documents: ReadonlyArray<{ kind: DocumentKind; key: string; fileName: string; href: string }>
  smallPhotoHref: string | null
  enrollment: { className: string; sectionName: string; rollNumber: number | null } | null
  waiting: readonly WaitingWish[]
  newEmail: string | null
}

/** The student's own form of the tab that the address names; the browser loads the script of that form alone. */
export function OwnSectionTab(props: { frame: SectionFrame; page: OwnProfile }) {
  return (
    <Suspense>
      <OwnForm {...props} />
    </Suspense>
  )
}

function OwnForm({ frame, page }: { frame: SectionFrame; page: OwnProfile }) {
  // Stored fields have the forms' names; each form reads its own.
  const values: object = page.values
  switch (page.tab) {
    case 'student': {
      const photo = page.documents.find(({ kind }) => kind === 'student_photo')
      return (
        <OwnStudentForm
          frame={frame}
          values={values as StudentValues}
          photo={photo ? { ...photo, smallHref: page.smallPhotoHref } : null}
          waiting={page.waiting}
          newEmail={page.newEmail}
        />
      )
    }
    case 'address':
      return <AddressForm frame={frame} values={values as AddressValues} />
    case 'parent':
      return (
        <ParentForm
          frame={frame}
          values={values as ParentValues}
          aadhaarEnds={page.aadhaarEnds as Record<Person, string | null>}
          waiting={page.waiting}
        />
      )
    case 'academic':
      return <AcademicForm frame={frame} values={values as AcademicValues} place={<Place page={page} />} own />
    case 'documents':
      return <DocumentsForm frame={frame} documents={page.documents} removeHref={paths.student.removeDocument} />
    case 'additional':
      return <AdditionalForm frame={frame} values={values as AdditionalValues} />
  }
}

/** What enrollment and admission say. */
function Place({ page: { enrollment, values } }: { page: OwnProfile }) {
  const admittedOn = values.admission_date
  return (
    <>
      {enrollment ? null : <p>{m.profile_no_class()}</p>}
      <DefinitionList
        items={[
          { label: m.students_class(), value: enrollment?.className },
          { label: m.students_section(), value: enrollment?.sectionName },
          { label: m.students_roll_number(), value: enrollment?.rollNumber },
          { label: m.students_admission_number(), value: values.admission_number },
          {
            label: m.students_admission_date(),
            value:
              typeof admittedOn === 'string' && admittedOn !== '' ? formatDay(admittedOn, currentLanguage()) : null,
          },
        ]}
      />
      <p className="soft">{m.profile_office_only()}</p>
    </>
  )
}
