/** WebKit's code of the Enter and the Escape that end an input method, which it says are no part of the composition. */
const composingKeyCode = 229;

/** Whether these keys are an input method's, which writes with them. @param event of React, or of the document */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const keys = 'nativeEvent' in event ? event.nativeEvent : event;
  return keys.isComposing || keys.keyCode === composingKeyCode;
}
