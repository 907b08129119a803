import { Suspense } from 'react'
import type { AcademicValues } from '~/components/students/academic-form'
import type { AdditionalValues } from '~/components/students/additional-form'
import type { AddressValues } from '~/components/students/address-form'
import type { ParentValues } from '~/components/students/parent-form'
import type { SectionFrame } from '~/components/students/section-form'
import type { StudentValues } from '~/components/students/student-fields'
import type { WaitingWish } from '~/components/students/wish-hint'
import { paths } from '~/http/paths'
import type { DocumentKind } from '~/models/students/document-file-options'
import type { Section } from '~/models/students/options'
import type { Person } from '~/models/students/parent-options'
import { AdditionalForm, AddressForm, DocumentsForm, OwnAcademicForm, OwnStudentForm, ParentForm } from './__own-forms'

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
      return <OwnAcademicForm frame={frame} values={values as AcademicValues} enrollment={page.enrollment} />
    case 'documents':
      return <DocumentsForm frame={frame} documents={page.documents} removeHref={paths.student.removeDocument} />
    case 'additional':
      return <AdditionalForm frame={frame} values={values as AdditionalValues} />
  }
}
