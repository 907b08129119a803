import { type TextareaHTMLAttributes, useState } from 'react'
import { useHydrated } from '~/components/ui'
import { Field, type FieldProps } from './field'

/**
 * Text area that keeps the caret and the text typed before hydration. On hydration, React 18 overwrites a text area
 * (not an input) with its own value, which also loses the selection. A text area that came with the document therefore
 * gets no `defaultValue`.
 */
export function TextArea({ defaultValue, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const isHydrated = useHydrated()
  const [cameWithDocument] = useState(!isHydrated && !import.meta.env.SSR)
  return <textarea {...rest} defaultValue={cameWithDocument ? undefined : defaultValue} />
}

type TextAreaFieldProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>

export function TextAreaField(props: TextAreaFieldProps) {
  return <Field {...props}>{(control) => <TextArea className="input" rows={4} {...control} />}</Field>
}
