import { controlProps, FieldError, FieldHint, type FieldProps } from './field'

type CheckboxGroupProps = FieldProps & {
  options: ReadonlyArray<{ value: string; label: string }>
  /** The values that are ticked. */
  chosen: readonly string[]
}

/** Any number of a list, all in sight. The first box carries the field's id, so that the error summary leads there. */
export function CheckboxGroup({ label, hint, errors, name, id = name, options, chosen }: CheckboxGroupProps) {
  const { 'aria-describedby': describedBy } = controlProps({ name, id, hint, errors })
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend>{label}</legend>
      <FieldHint id={id} hint={hint} />
      <div className="choices">
        {options.map((option, index) => (
          <label key={option.value} className="choice">
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} errors={errors} />
    </fieldset>
  )
}
