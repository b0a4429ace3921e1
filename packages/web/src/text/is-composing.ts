type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a key belongs to an input method, with which a word is composed (Japanese, Chinese, …): then it decides nothing here. Safari
 * says so of the key that ends the word by its code alone. Takes an event of the browser, or React's.
 */
export function isComposing(event: Pressed | { nativeEvent: Pressed }): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}
