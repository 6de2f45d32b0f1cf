#!/bin/sh
# Pairs the gateway with the portal and the code of the add-on's options, once. The devices are then named in
# gateway.json in the add-on's folder (docs/gateway.md).
set -eu
export GATEWAY_SETTINGS=/config/gateway.json
option() { node -p "JSON.parse(fs.readFileSync('/data/options.json','utf8')).$1 ?? ''"; }
if [ ! -e "$GATEWAY_SETTINGS" ]; then
  portal=$(option portal) code=$(option code)
  [ -n "$portal" ] && [ -n "$code" ] || { echo 'Enter portal and code in the options of the add-on.'; exit 1; }
  # It asks for devices next; no answer leaves the list empty.
  node /opt/gateway.mjs setup --portal "$portal" --code "$code" </dev/null || [ -e "$GATEWAY_SETTINGS" ]
fi
exec node /opt/gateway.mjs
