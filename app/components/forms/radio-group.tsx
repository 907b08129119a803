import { controlProps, FieldError, FieldHint, type FieldProps, RequiredMark } from './field'

type RadioGroupProps = FieldProps & {
  options: ReadonlyArray<{ value: string; label: string; hint?: string }>
  defaultValue?: string
}

/** One of a few, all in sight. The first radio carries the field's id, so that the error summary leads there. */
export function RadioGroup({ label, hint, errors, name, id = name, required, options, defaultValue }: RadioGroupProps) {
  const { 'aria-describedby': describedBy } = controlProps({ name, id, hint, errors })
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend>
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      <FieldHint id={id} hint={hint} />
      {options.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={option.value}
            required={required || undefined}
            defaultChecked={option.value === defaultValue}
          />
          <span>
            {option.label}
            {option.hint ? <span className="choice-hint">{option.hint}</span> : null}
          </span>
        </label>
      ))}
      <FieldError id={id} errors={errors} />
    </fieldset>
  )
}
