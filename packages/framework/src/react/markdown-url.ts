import { defaultUrlTransform, type UrlTransform } from 'react-markdown'

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i

/** The address, or none if it could run something: only known protocols, and `data:` only for an image that is nothing else. */
export const toSafeUrl: UrlTransform = (url, key, { tagName }) =>
  tagName === 'img' && key === 'src' && IMAGE.test(url) ? url : defaultUrlTransform(url)
