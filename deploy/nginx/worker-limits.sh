#!/bin/sh
# Sets what belongs in nginx.conf outside `http { }`, for 16 384 connections per worker process: Debian's 768 can be
# used up by one address. A proxied connection needs two of them, and two open files. May run again.
set -e
conf="${1:-/etc/nginx/nginx.conf}"
sed -i -e '/^worker_rlimit_nofile/d' -e 's/worker_connections .*/worker_connections 16384;/' "$conf"
sed -i '1i worker_rlimit_nofile 32768;' "$conf"
