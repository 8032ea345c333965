// Next.js itself is installed in the folder above. The types are checked with those of the workspaces.
export default { turbopack: { root: `${import.meta.dirname}/..` }, typescript: { ignoreBuildErrors: true } }
