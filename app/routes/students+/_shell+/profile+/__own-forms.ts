import { type ComponentType, lazy } from 'react'
import { AdditionalForm as AdditionalFormHere } from '~/components/students/additional-form'
import { AddressForm as AddressFormHere } from '~/components/students/address-form'
import { ChangedMeanwhile as ChangedMeanwhileHere } from '~/components/students/changed-meanwhile'
import { DocumentsForm as DocumentsFormHere } from '~/components/students/documents-form'
import { ParentForm as ParentFormHere } from '~/components/students/parent-form'
import { OwnAcademicForm as OwnAcademicFormHere } from './__own-academic-form'
import { OwnStudentForm as OwnStudentFormHere } from './__own-student-form'

/*
 * The six forms of the student's profile, each a script of its own in the browser: one page shows one of them. The server has all at
 * hand and draws at once; the build leaves the first half of each line out for the browser.
 */

/** A script that does not come (an old page after a new release) is answered by the page as it is now. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (): Promise<never> => {
        window.location.reload()
        return new Promise(() => {})
      },
    ),
  )

export const OwnAcademicForm = import.meta.env.SSR
  ? OwnAcademicFormHere
  : later(() => import('./__own-academic-form').then((file) => file.OwnAcademicForm))
export const ChangedMeanwhile = import.meta.env.SSR
  ? ChangedMeanwhileHere
  : later(() => import('~/components/students/changed-meanwhile').then((file) => file.ChangedMeanwhile))
export const AdditionalForm = import.meta.env.SSR
  ? AdditionalFormHere
  : later(() => import('~/components/students/additional-form').then((file) => file.AdditionalForm))
export const AddressForm = import.meta.env.SSR
  ? AddressFormHere
  : later(() => import('~/components/students/address-form').then((file) => file.AddressForm))
export const DocumentsForm = import.meta.env.SSR
  ? DocumentsFormHere
  : later(() => import('~/components/students/documents-form').then((file) => file.DocumentsForm))
export const OwnStudentForm = import.meta.env.SSR
  ? OwnStudentFormHere
  : later(() => import('./__own-student-form').then((file) => file.OwnStudentForm))
export const ParentForm = import.meta.env.SSR
  ? ParentFormHere
  : later(() => import('~/components/students/parent-form').then((file) => file.ParentForm))
