import { AcademicForm, type AcademicValues } from '~/components/students/academic-form'
import { AdditionalForm, type AdditionalValues } from '~/components/students/additional-form'
import { AddressForm, type AddressValues } from '~/components/students/address-form'
import { DocumentsForm } from '~/components/students/documents-form'
import { ParentForm, type ParentValues } from '~/components/students/parent-form'
import type { SectionFrame } from '~/components/students/section-form'
import type { StudentValues } from '~/components/students/student-fields'
import { StudentForm } from '~/components/students/student-form'
import { DefinitionList } from '~/components/ui/definition-list'
import { schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import type { DocumentKind } from '~/models/students/document-file-options'
import type { Section } from '~/models/students/options'
import type { Person } from '~/models/students/parent-options'

type SectionTabProps = {
  frame: SectionFrame
  page: {
    id: string
    tab: Section
    values: Record<string, string | boolean>
    aadhaarEnds: Record<string, string | null>
    documents: ReadonlyArray<{ kind: DocumentKind; key: string; fileName: string; href: string }>
    enrollment: { publicId: string; className: string; sectionName: string; rollNumber: number | null } | null
  }
}

/** The office's form of the section that the address names. */
export function SectionTab({ frame, page }: SectionTabProps) {
  // Stored fields have the forms' names; each form reads its own.
  const values: object = page.values
  switch (page.tab) {
    case 'student': {
      const photo = page.documents.find(({ kind }) => kind === 'student_photo') ?? null
      return <StudentForm frame={frame} values={values as StudentValues} photo={photo} />
    }
    case 'address':
      return <AddressForm frame={frame} values={values as AddressValues} />
    case 'parent':
      return (
        <ParentForm
          frame={frame}
          values={values as ParentValues}
          aadhaarEnds={page.aadhaarEnds as Record<Person, string | null>}
        />
      )
    case 'academic':
      return <AcademicForm frame={frame} values={values as AcademicValues} place={<Place page={page} />} />
    case 'documents':
      return <DocumentsForm frame={frame} documents={page.documents} />
    case 'additional':
      return <AdditionalForm frame={frame} values={values as AdditionalValues} />
  }
}

/** What the enrollment says, and the way to change it there. */
function Place({ page: { id, enrollment } }: Pick<SectionTabProps, 'page'>) {
  if (!enrollment) {
    return (
      <p>
        <a href={schoolPaths.enrollStudent(id)}>Enroll in a session</a> to give a class, section and roll number.
      </p>
    )
  }
  return (
    <>
      <DefinitionList
        items={[
          { label: m.students_class(), value: enrollment.className },
          { label: m.students_section(), value: enrollment.sectionName },
          { label: m.students_roll_number(), value: enrollment.rollNumber },
        ]}
      />
      <p>
        <a href={schoolPaths.editEnrollment(id, enrollment.publicId)}>Change section or roll number</a>
      </p>
    </>
  )
}
