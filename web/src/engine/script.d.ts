// A bundled script as text (web/build.mjs).
declare module "script:*" {
  const text: string;
  export default text;
}
