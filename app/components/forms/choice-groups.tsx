import { controlProps, FieldError, FieldHint, type FieldProps, RequiredMark } from './field'

type GroupProps = FieldProps & { options: ReadonlyArray<{ value: string; label: string; hint?: string }> }

export function RadioGroup({ defaultValue, ...props }: GroupProps & { defaultValue?: string }) {
  return <Group {...props} type="radio" isChosen={(value) => value === defaultValue} />
}

export function CheckboxGroup({ chosen, ...props }: GroupProps & { chosen: readonly string[] }) {
  return <Group {...props} type="checkbox" isChosen={(value) => chosen.includes(value)} />
}

type TypedGroupProps = GroupProps & { type: 'radio' | 'checkbox'; isChosen: (value: string) => boolean }

/** The first choice carries the field's id, so that the error summary leads there. */
function Group({ label, hint, errors, name, id = name, required, options, type, isChosen }: TypedGroupProps) {
  const { 'aria-describedby': describedBy } = controlProps({ name, id, hint, errors })
  const choices = options.map((option, index) => (
    <label key={option.value} className="choice">
      <input
        type={type}
        id={index === 0 ? id : undefined}
        name={name}
        value={option.value}
        required={required || undefined}
        defaultChecked={isChosen(option.value)}
      />
      <span>
        {option.label}
        {option.hint ? <span className="choice-hint">{option.hint}</span> : null}
      </span>
    </label>
  ))
  return (
    <fieldset className="field" aria-describedby={describedBy}>
      <legend>
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      <FieldHint id={id} hint={hint} />
      {type === 'radio' ? choices : <div className="choices">{choices}</div>}
      <FieldError id={id} errors={errors} />
    </fieldset>
  )
}
