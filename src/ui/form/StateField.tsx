import { useId } from 'react';
import { stateCode, usStates } from '../../contract/address/states.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A state, by its code or its name; offers those of the US while one types, and leaves the code when the field is left. */
export function StateField(props: Omit<TextFieldProps, 'list'>) {
  const id = useId();
  return (
    <>
      <TextField {...props} list={id} onBlur={() => props.onChange(stateCode(props.value))} />
      <datalist id={id}>
        {Object.entries(usStates).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
